import { createHash } from 'node:crypto'
import type { AuditVerdict } from '#contracts/api/audit.ts'
import type { AuditHead } from './audit-heads.ts'

/** Asks a database that stands in one workspace. */
export type Ask = <R>(text: string, values?: unknown[]) => Promise<{ rows: R[] }>

interface Row {
  parts: (string | null)[]
  previous: string
  hash: string
}

const batch = 2000
// The parts in the order in which they were hashed (migration 0039), as PostgreSQL writes them.
const page = `
  select array[tenant_id::text, number::text, id::text, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
    actor_id::text, actor, via, address, kind, subject, subject_id::text, model_id::text, before::text, after::text, request_id] as parts,
    encode(previous, 'hex') as previous, encode(hash, 'hex') as hash
  from app.audit where tenant_id = $1 and number > $2 order by number limit ${batch}`

const beginning = '0'.repeat(64)

/**
 * Looks through the entries of a workspace, first to last: each must hash to what it says, follow the one before it, and
 * none may be missing up to `heads`, the last entries that were noted elsewhere, and none may stand behind them all: the
 * database notes each with its entry, and the first when a workspace is made. It calculates for itself; a function of the
 * database that somebody replaced decides nothing. Asked in one snapshot. What it cannot see: a whole end written anew, with new hashes and
 * a new head, by somebody who owns the database and every note of a head.
 */
export async function verifyAudit(
  ask: Ask,
  tenantId: string,
  heads: readonly AuditHead[],
): Promise<AuditVerdict> {
  let [entries, last, previous] = [0, 0, beginning]
  // Of one entry there may be several: what the database says now does not outdo what was noted of it before.
  const noted = new Map<number, Set<string>>()
  for (const { number, hash } of heads) noted.set(number, (noted.get(number) ?? new Set()).add(hash))
  const head = heads.toSorted((a, b) => b.number - a.number)[0] ?? null
  const verdict = (broken: AuditVerdict['broken']): AuditVerdict => ({ entries, head, broken })
  for (;;) {
    const { rows } = await ask<Row>(page, [tenantId, last])
    for (const row of rows) {
      const number = Number(row.parts[1])
      const at = row.parts[3] ?? null
      if (number !== last + 1) return verdict({ number: last + 1, at: null, reason: 'missing' })
      if (hashOf(row) !== row.hash) return verdict({ number, at, reason: 'changed' })
      const isOtherwise = [...(noted.get(number) ?? [])].some((hash) => hash !== row.hash)
      if (row.previous !== previous || isOtherwise) return verdict({ number, at, reason: 'moved' })
      ;[last, previous] = [number, row.hash]
      entries += 1
    }
    if (rows.length < batch) break
  }
  if (!head || head.number > last) return verdict({ number: last + 1, at: null, reason: 'cut' })
  return verdict(head.number < last ? { number: head.number + 1, at: null, reason: 'moved' } : null)
}

function hashOf({ parts, previous }: Row): string {
  const form = parts.map((part) => (part === null ? '-' : `${Buffer.byteLength(part)}:${part}`)).join(',')
  return createHash('sha256').update(Buffer.from(previous, 'hex')).update(form).digest('hex')
}
