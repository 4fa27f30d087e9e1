/** The id of the session and of the user of every span, NULL without one; ClickHouse fills them. */
export const ACTOR_COLUMN = { session: 'ag_session_id', user: 'ag_user_id' } as const;
