import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '@spanhouse/service-runtime';
const LOCK_FILE = 'owner.lock';
/**
 * Makes this process the owner of a data directory. Throws DATA_DIR_IN_USE while another process
 * that is alive owns it; the lock of a dead one is taken over. ClickHouse has a kernel lock on the
 * directory besides, so that two that start at the same instant cannot both serve it.
 */
export function lockDataDir(dataDir) {
    const path = join(dataDir, LOCK_FILE);
    const self = { pid: process.pid, startedAt: startOf(process.pid) };
    createDirectory(dataDir);
    while (!tryCreate(path, self)) {
        const text = readIfThere(path);
        if (text === undefined)
            continue;
        const owner = parseOwner(text);
        if (owner !== undefined && isAlive(owner))
            throw inUse(dataDir, owner.pid);
        discard(path, text);
    }
    return {
        release() {
            if (readIfThere(path) === JSON.stringify(self))
                rmSync(path, { force: true });
        },
    };
}
function createDirectory(dataDir) {
    try {
        mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    }
    catch (cause) {
        throw new AppError('DATA_DIR_UNUSABLE', `cannot create ${dataDir}`, { cause });
    }
}
function tryCreate(path, owner) {
    try {
        writeFileSync(path, JSON.stringify(owner), { flag: 'wx', mode: 0o600 });
        return true;
    }
    catch (cause) {
        if (cause.code === 'EEXIST')
            return false;
        throw new AppError('DATA_DIR_UNUSABLE', `cannot write ${path}`, { cause });
    }
}
/** Moves the stale lock aside first: only one of several contenders can, and sees what it took. */
function discard(path, staleText) {
    const aside = `${path}.${randomUUID()}`;
    try {
        renameSync(path, aside);
    }
    catch (cause) {
        if (cause.code === 'ENOENT')
            return;
        throw new AppError('DATA_DIR_UNUSABLE', `cannot remove the stale ${path}`, { cause });
    }
    // Another contender was faster and this is its lock: give it back.
    if (readIfThere(aside) === staleText)
        rmSync(aside, { force: true });
    else
        renameSync(aside, path);
}
function readIfThere(path) {
    try {
        return readFileSync(path, 'utf8');
    }
    catch (cause) {
        if (cause.code === 'ENOENT')
            return undefined;
        throw new AppError('DATA_DIR_UNUSABLE', `cannot read ${path}`, { cause });
    }
}
/** Undefined for a file that was cut short: its writer died while writing. */
function parseOwner(text) {
    const match = /^\{"pid":(\d+),"startedAt":"(.*)"\}$/.exec(text);
    return match === null ? undefined : { pid: Number(match[1]), startedAt: match[2] ?? '' };
}
function isAlive(owner) {
    try {
        process.kill(owner.pid, 0);
    }
    catch (error) {
        if (error.code === 'ESRCH')
            return false;
    }
    return owner.startedAt === startOf(owner.pid);
}
/** When a process started, in the kernel's ticks since boot; '' where /proc does not tell. */
function startOf(pid) {
    let stat;
    try {
        stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    }
    catch (error) {
        if (error.code === undefined)
            throw error;
        return '';
    }
    // The second field is the name in parentheses and may contain anything: count from its end.
    const [state, ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return state === 'Z' ? 'ended, not yet collected' : (fields[18] ?? '');
}
function inUse(dataDir, pid) {
    return new AppError('DATA_DIR_IN_USE', `${dataDir} is in use by process ${pid}`);
}
//# sourceMappingURL=data-dir-lock.js.map