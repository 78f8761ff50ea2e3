import { usePeople, usePlace } from '#engine/data/use-presence.ts'
import type { ViewProps } from '../view-props.ts'
import { PresentPeople } from './present-people.tsx'
import type { presence } from './presence.definition.ts'

/** Who else is at a record, or at any record of a model; and says that this person is. */
export function Presence({ props }: ViewProps<typeof presence>) {
  const { model, id, most } = props
  usePlace(model, id ?? null, null)
  const people = usePeople(model)
  return <PresentPeople people={id ? people.filter(({ record }) => record === id) : people} most={most} />
}
