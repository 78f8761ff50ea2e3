import { plainFields } from '#contracts/is-computed-field.ts'
import { standardModelSchema, type StandardModel } from '#contracts/standard-model.ts'
import type { Closing } from '#kernel/models/workspace.ts'
import { allFeatures } from '#features/all-features.ts'

const models = allFeatures.flatMap(({ models = [] }) =>
  models.map((model) => standardModelSchema.parse(model)),
)
const byKey = new Map(models.map((model) => [model.key, model]))

/** Every model the product ships. */
export const standardModels: readonly StandardModel[] = models

/** The model the product ships under this key, if any. */
export const standardModel = (key: string): StandardModel | undefined => byKey.get(key)

const closer = models.find(({ closes }) => closes !== undefined)

/** How the product closes places to people: what every workspace is compiled with. */
export const closing: Closing | null = closer?.closes
  ? { model: closer.key, to: closer.closes.to, paths: new Map(Object.entries(closer.closes.paths)) }
  : null

/** What a workspace notes that has the words of today. */
export const broughtTo = ({ former }: StandardModel): { brought?: number } =>
  former.length > 0 ? { brought: Math.max(...former.map(({ number }) => number)) } : {}

/** Keys of the standard models that this one points to directly, or cannot work without. */
export const neededBy = (model: StandardModel): string[] => [
  ...new Set([
    ...plainFields(model.schema.fields).flatMap(({ target }) =>
      target !== undefined && target !== model.key && byKey.has(target) ? [target] : [],
    ),
    ...model.brings,
  ]),
]

/** These and everything they need, over any number of steps. */
export function withNeeded(keys: readonly string[]): StandardModel[] {
  const found = new Map<string, StandardModel>()
  const visit = (key: string): void => {
    const model = byKey.get(key)
    if (!model || found.has(key)) return
    found.set(key, model)
    neededBy(model).forEach(visit)
  }
  keys.forEach(visit)
  return [...found.values()]
}
