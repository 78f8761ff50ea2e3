import { useCallback, useMemo } from 'react'
import type { FieldDescription } from '#contracts/model-description.ts'
import type { Row, Where } from '#contracts/query.ts'
import { useModel } from '#engine/data/use-model.ts'
import { useEngine } from '#engine/engine-context.tsx'
import { idOf } from '../field/field-traits.ts'
import { elementKey, type ElementKey } from './element-keys.ts'
import { useElementRows, useMatchingIds } from './use-element-rows.ts'

interface ElementsProps {
  model: string
  of: string
  number: string
  title: string
  guid?: string | undefined
  also?: readonly string[] | undefined
}

/** What the viewer knows of the elements it shows, beside their triangles. */
export interface Elements {
  /** Every row read so far, by the key of its element. */
  rows: ReadonlyMap<ElementKey, Row>
  /** Fields of the legend that this reader may read. */
  colours: FieldDescription[]
  keyOf(id: string): ElementKey | null
  /** Those a condition lets stand out; null while there is none or it is not answered. */
  only: ReadonlySet<ElementKey> | null
  /** The record of an element, asked for where it has not been read yet; null where there is none. */
  find(key: ElementKey): Promise<Row | null>
  /** Why records could not be read; the picture stands without them. */
  error: Error | null
  retry(): void
}

/** The records of the elements of these models, read in the background. */
export function useElements(
  given: ElementsProps,
  colourKeys: readonly string[],
  records: readonly string[],
  where: Where | null,
): Elements {
  const { ask } = useEngine()
  const { model, of, number, title, guid, also = none } = given
  const description = useModel(model)
  const known = useMemo(() => description.data?.fields ?? [], [description.data])
  const colours = useMemo(
    () => colourKeys.flatMap((key) => known.find((field) => field.key === key) ?? []),
    [colourKeys, known],
  )
  const fields = useMemo(
    () =>
      [...new Set([title, of, number, ...(guid === undefined ? [] : [guid]), ...also, ...colourKeys])].filter(
        (key) => known.some((field) => field.key === key),
      ),
    [title, of, number, guid, also, colourKeys, known],
  )
  const ready = fields.includes(of) && fields.includes(number)
  const read = useElementRows({ model, of, fields }, ready ? records : none)
  const matching = useMatchingIds(model, of, ready ? records : none, where)
  const rows = useMemo(() => {
    const found = new Map<ElementKey, Row>()
    for (const [record, list] of read.byModel)
      for (const row of list) found.set(elementKey(record, Number(row[number])), row)
    return found
  }, [read.byModel, number])
  const keyOf = useCallback(
    (id: string): ElementKey | null => {
      const row = read.byId.get(id)
      const record = idOf(row?.[of])
      return row && record !== null ? elementKey(record, Number(row[number])) : null
    },
    [read.byId, of, number],
  )
  const isRead = records.every((record) => read.byModel.has(record))
  const only = useMemo(
    () => (matching.ids && isRead ? new Set([...matching.ids].flatMap((id) => keyOf(id) ?? [])) : null),
    [matching.ids, isRead, keyOf],
  )
  const find = async (key: ElementKey): Promise<Row | null> => {
    const row = rows.get(key)
    if (row || !ready) return row ?? null
    const [record = '', at = ''] = key.split('/')
    const answer = await ask({
      model,
      fields,
      where: {
        and: [
          { field: of, op: 'eq', value: record },
          { field: number, op: 'eq', value: Number(at) },
        ],
      },
      page: { size: 10 },
    })
    return answer.rows[0] ?? null
  }
  const error = read.error ?? matching.error
  const retry = (): void => {
    if (read.error) read.retry()
    if (matching.error) matching.retry()
  }
  return { rows, colours, keyOf, only, find, error, retry }
}

const none: readonly string[] = []
