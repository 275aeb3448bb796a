/** How many connections the role of the session may open: the least of the limits of the server, the database and the role. */
export const CONNECTION_LIMIT = `select least(
    current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
      - coalesce(current_setting('reserved_connections', true)::int, 0),
    (select nullif(datconnlimit, -1) from pg_database where datname = current_database()),
    (select nullif(rolconnlimit, -1) from pg_roles where rolname = current_user)) as connections`;

/** Connections that so many processes may open: a pool each, and one each for the readiness check. */
export const connectionsOf = (processes: number, poolSize: number): number => processes * (poolSize + 1);
