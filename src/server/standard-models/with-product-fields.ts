import type { ModelWrite } from '#contracts/model.ts'
import { compareStandard } from './compare-standard.ts'
import { broughtTo, standardModel } from './standard-models.ts'

/** A standard model with the product's fields as they are today; what the workspace says of them and has beside stays. */
export function withProductFields(model: ModelWrite): ModelWrite {
  const shipped = model.standard === model.key ? standardModel(model.key) : undefined
  if (!shipped) return model
  const { clashes, fields } = compareStandard(model, shipped)
  // What stands in the way of a field of the product's is told by the check of the release.
  if (clashes.length > 0) return model
  return { ...model, schema: { version: 1, ...model.schema, fields }, ...broughtTo(shipped) }
}
