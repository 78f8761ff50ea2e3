import { expect } from 'vitest'
import type { TestServer } from './start-test-server.ts'

/** A text that changes when any row of any table of the product changes: the oracle for "nothing happened". */
export async function databaseChecksum(server: TestServer): Promise<string> {
  // Typed columns that are still given out or filled belong to what was done before.
  await expect
    .poll(() => server.sql('select id from app.tenants where slots_due'), { timeout: 20_000 })
    .toEqual([])
  // What was committed before gets its change numbers by itself, a moment later: that is no change of now.
  await server.sql('select app_private.number_changes()')
  const tables = await server.sql<{ name: string }>(
    `select schemaname || '.' || tablename as name from pg_tables
     where schemaname in ('app', 'app_private') and tablename <> 'migrations' order by 1`,
  )
  const sums: string[] = []
  for (const { name } of tables) {
    // That somebody was not let in is told to those whose workspace it is: the one line a refusal may leave.
    if (name === 'app_private.audit_heads') continue
    const kept = name === 'app.audit' ? "where kind <> 'tenant_denied'" : ''
    const [row] = await server.sql<{ sum: string }>(
      `select count(*) || ' ' || coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as sum from ${name} t ${kept}`,
    )
    sums.push(`${name} ${row?.sum ?? ''}`)
  }
  return sums.join('\n')
}
