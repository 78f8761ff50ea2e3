import { useState } from 'react'
import type { Query, QueryResult, Row, Where } from '#contracts/query.ts'
import { useReading, type Reading } from '#engine/data/use-reading.ts'
import { useEngine } from '#engine/engine-context.tsx'

type Ask = (query: Query) => Promise<QueryResult>

/** The elements of models, as records. */
export interface ElementRows {
  byId: ReadonlyMap<string, Row>
  /** Records of each model that have been read to the end. */
  byModel: ReadonlyMap<string, readonly Row[]>
}

/** What was read; it stays where the rest could not be. */
export interface ElementReading extends ElementRows, Reading {}

const nothing: ElementRows = { byId: new Map(), byModel: new Map() }

interface Wanted {
  model: string
  /** The relation to the record of a building model. */
  of: string
  fields: readonly string[]
}

/** Reads all elements of these models in the background, a page after the other; each model once. */
export function useElementRows({ model, of, fields }: Wanted, records: readonly string[]): ElementReading {
  const { ask } = useEngine()
  const [rows, setRows] = useState(nothing)
  const what = records.length > 0 ? JSON.stringify([model, of, fields, records]) : null
  const reading = useReading(what, async (isGone) => {
    for (const record of records) {
      const found: Row[] = []
      const where: Where = { field: of, op: 'eq', value: record }
      await readPages(ask, { model, fields: [...fields], where }, (page) => found.push(...page), isGone)
      if (isGone()) return
      setRows((before) => ({
        byId: new Map([...before.byId, ...found.map((row) => [String(row['id']), row] as const)]),
        byModel: new Map(before.byModel).set(record, found),
      }))
    }
  })
  return { ...rows, ...reading }
}

/** Ids of the elements that meet a condition; null for no condition, and until they are known. */
export function useMatchingIds(
  model: string,
  of: string,
  records: readonly string[],
  where: Where | null,
): Reading & { ids: ReadonlySet<string> | null } {
  const { ask } = useEngine()
  const [ids, setIds] = useState<{ what: string; ids: ReadonlySet<string> } | null>(null)
  const what = where && records.length > 0 ? JSON.stringify([model, of, records, where]) : null
  const reading = useReading(what, async (isGone) => {
    if (what === null || where === null) return
    const found = new Set<string>()
    const all: Where = { and: [{ field: of, op: 'in', value: [...records] }, where] }
    await readPages(
      ask,
      { model, fields: ['id'], where: all },
      (page) => {
        for (const row of page) found.add(String(row['id']))
      },
      isGone,
    )
    if (!isGone()) setIds({ what, ids: found })
  })
  return { ids: what !== null && ids?.what === what ? ids.ids : null, ...reading }
}

async function readPages(
  ask: Ask,
  query: Query,
  take: (rows: readonly Row[]) => void,
  isGone: () => boolean,
): Promise<void> {
  let after: string | null = null
  do {
    const { rows, page }: QueryResult = await ask({
      ...query,
      page: { size: 500, ...(after !== null && { after }) },
    })
    take(rows)
    after = page.after ?? null
  } while (after !== null && !isGone())
}
