import { useEffect, useState } from 'react'
import type { ViewProps } from '../view-props.ts'
import type { PlacedRecord } from './arrange-lanes.ts'
import type { recordLanes } from './record-lanes.definition.ts'

/** Up to two of the records, told to others once there are two, the earlier first. */
export function useChosenTwo(
  records: readonly PlacedRecord[],
  { emit, has, expose }: Pick<ViewProps<typeof recordLanes>, 'emit' | 'has' | 'expose'>,
) {
  const [chosen, setChosen] = useState<readonly string[]>([])
  const tell = records.flatMap(({ id }) => (chosen.includes(id) ? [id] : [])).join(' ')
  useEffect(() => {
    const ids = tell === '' ? [] : tell.split(' ')
    expose('chosen', ids)
    if (ids.length === 2 && has('chosen')) void emit('chosen', { from: ids[0], to: ids[1] })
    // Tells of the choice, not of a new `emit`.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [tell])
  // The third choice takes the place of the first.
  const choose = (id: string): void =>
    setChosen((before) =>
      before.includes(id) ? before.filter((one) => one !== id) : [...before.slice(-1), id],
    )
  return { chosen, choose, chooseBoth: (one: string, other: string) => setChosen([one, other]) }
}
