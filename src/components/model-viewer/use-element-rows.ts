import { useEffect, useState } from 'react'
import type { Query, QueryResult, Row, Where } from '#contracts/query.ts'
import { useEngine } from '#engine/engine-context.tsx'

type Ask = (query: Query) => Promise<QueryResult>

/** The elements of models, as records. */
export interface ElementRows {
  byId: ReadonlyMap<string, Row>
  /** Records of each model that have been read to the end. */
  byModel: ReadonlyMap<string, readonly Row[]>
}

/** What is read, and what to do when it could not be. */
export interface ElementReading extends ElementRows {
  /** Why it was given up; what was read until then stays. */
  error: Error | null
  retry(): void
}

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
  const [error, setError] = useState<Error | null>(null)
  const [tries, setTries] = useState(0)
  const what = JSON.stringify([model, of, fields])
  const wanted = records.join(' ')
  useEffect(() => {
    let gone = false
    const read = async (): Promise<void> => {
      for (const record of wanted === '' ? [] : wanted.split(' ')) {
        const found: Row[] = []
        const where: Where = { field: of, op: 'eq', value: record }
        await readPages(
          ask,
          { model, fields: [...fields], where },
          (page) => found.push(...page),
          () => gone,
        )
        if (gone) return
        setRows((before) => ({
          byId: new Map([...before.byId, ...found.map((row) => [String(row['id']), row] as const)]),
          byModel: new Map(before.byModel).set(record, found),
        }))
      }
    }
    read().then(
      () => gone || setError(null),
      (failure: unknown) => gone || setError(failure instanceof Error ? failure : new Error(String(failure))),
    )
    return () => {
      gone = true
    }
    // `what` says all there is to say of the model and its fields.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [ask, what, wanted, tries])
  return { ...rows, error, retry: () => setTries((before) => before + 1) }
}

/** Ids of the elements that meet a condition; null for no condition, and until they are known. */
export function useMatchingIds(
  model: string,
  of: string,
  records: readonly string[],
  where: Where | null,
): { ids: ReadonlySet<string> | null; error: Error | null; retry(): void } {
  const { ask } = useEngine()
  const [ids, setIds] = useState<{ what: string; ids: ReadonlySet<string> } | null>(null)
  const [failed, setFailed] = useState<{ what: string; error: Error } | null>(null)
  const [tries, setTries] = useState(0)
  const what = where && records.length > 0 ? JSON.stringify([model, of, records, where]) : null
  useEffect(() => {
    if (what === null || where === null) return undefined
    let gone = false
    const found = new Set<string>()
    const all: Where = { and: [{ field: of, op: 'in', value: [...records] }, where] }
    readPages(
      ask,
      { model, fields: ['id'], where: all },
      (page) => {
        for (const row of page) found.add(String(row['id']))
      },
      () => gone,
    ).then(
      () => {
        if (gone) return
        setFailed(null)
        setIds({ what, ids: found })
      },
      (failure: unknown) =>
        gone || setFailed({ what, error: failure instanceof Error ? failure : new Error(String(failure)) }),
    )
    return () => {
      gone = true
    }
    // `what` says all there is to say of the question.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [ask, what, tries])
  return {
    ids: what !== null && ids?.what === what ? ids.ids : null,
    error: failed !== null && failed.what === what ? failed.error : null,
    retry: () => setTries((before) => before + 1),
  }
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
