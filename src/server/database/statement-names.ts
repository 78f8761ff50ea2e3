import type pg from 'pg'

// As many as a connection may keep prepared; then names begin anew and connections with old ones are let go.
const most = 400

let generation = 0
const names = new Map<string, string>()
const seen = new Set<string>()
const usedSince = new WeakMap<pg.PoolClient, number>()

/**
 * The name under which connections keep a statement prepared, so that PostgreSQL reads it once a connection; none for a
 * text that was never asked before, because it may never be asked again.
 */
export function statementName(text: string): string | undefined {
  const known = names.get(text)
  if (known !== undefined) return known
  if (!seen.has(text)) {
    if (seen.size >= most * 4) seen.clear()
    seen.add(text)
    return undefined
  }
  if (names.size >= most) {
    names.clear()
    generation += 1
  }
  const name = `s${generation}_${names.size}`
  names.set(text, name)
  return name
}

/** Whether a connection holds statements under names that are not given out any more. */
export function hasOldNames(client: pg.PoolClient): boolean {
  const since = usedSince.get(client)
  if (since === undefined) usedSince.set(client, generation)
  return since !== undefined && since < generation
}
