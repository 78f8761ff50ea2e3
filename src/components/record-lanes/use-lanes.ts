import { useModel } from '#engine/data/use-model.ts'
import { useQuery } from '#engine/data/use-query.ts'
import type { ViewProps } from '../view-props.ts'
import { arrangeLanes } from './arrange-lanes.ts'
import type { recordLanes } from './record-lanes.definition.ts'

/** Records shown at once. */
const most = 200

/** The records in their places, their model and what became of the question. */
export function useLanes({
  props: { model: key, where, lane, parent, order, fields, amount, moments, reached },
  pending,
}: Pick<ViewProps<typeof recordLanes>, 'props' | 'pending'>) {
  const model = useModel(key)
  const described = model.data
  const currencyOf = (field: string | undefined): string | undefined =>
    described?.fields.find((one) => one.key === field)?.currency_from
  const asked = [
    described?.title_field,
    lane,
    parent,
    order,
    ...moments,
    reached?.field,
    ...fields,
    amount,
    ...[...fields, amount].map(currencyOf),
  ]
  const answer = useQuery(
    pending || !described
      ? null
      : {
          model: key,
          ...(where && { where }),
          fields: [...new Set(asked.filter((field) => field !== undefined && field !== null))],
          sort: [{ field: order, dir: 'asc' }],
          page: { size: most },
        },
    { keep: true },
  )
  const lanes = arrangeLanes(answer.data?.rows ?? [], {
    lane,
    parent,
    amount,
    currency: currencyOf(amount),
    moments,
    reached,
  })
  return { lanes, described, failed: described ? answer : model, answer }
}
