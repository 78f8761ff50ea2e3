/**
 * The environment for PostgreSQL's programs. It is made anew: an inherited PGDATA or PGPORT would change what they
 * do, and secrets of this process are none of theirs.
 */
export function postgresEnvironment(): Record<string, string> {
  const environment: Record<string, string> = { LC_ALL: 'C', LANG: 'C', TZ: 'UTC' }
  for (const name of ['PATH', 'LD_LIBRARY_PATH', 'TMPDIR', 'SystemRoot', 'TEMP', 'TMP']) {
    const value = process.env[name]
    if (value !== undefined) environment[name] = value
  }
  return environment
}
