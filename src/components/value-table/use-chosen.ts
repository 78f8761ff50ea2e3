import { useEffect, useMemo, useState } from 'react'
import type { ViewProps } from '../view-props.ts'
import type { valueTable } from './value-table.definition.ts'

/** The rows that are chosen, by what they are known by; those that are gone are no longer among them. */
export function useChosen(
  rows: ViewProps<typeof valueTable>['props']['rows'],
  choose: string | undefined,
  expose: ViewProps<typeof valueTable>['expose'],
) {
  const [picked, setChosen] = useState<ReadonlySet<string>>(new Set())
  const keys = useMemo(() => (choose ? (rows ?? []).map((row) => String(row[choose])) : []), [rows, choose])
  const chosen = useMemo(() => new Set(keys.filter((key) => picked.has(key))), [keys, picked])
  useEffect(() => {
    if (choose) expose('chosen', [...chosen])
  }, [choose, chosen, expose])
  return { chosen, setChosen, keys }
}

/** A choice with one more, or one less. */
export function withOrWithout(keys: ReadonlySet<string>, key: string, on: boolean): ReadonlySet<string> {
  const next = new Set(keys)
  if (on) next.add(key)
  else next.delete(key)
  return next
}
