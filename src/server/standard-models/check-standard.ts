import type { ErrorDetail } from '#base/app-error.ts'
import { canonicalJson } from '#base/json.ts'
import type { FieldDefinition } from '#contracts/computed-field.ts'
import { plainFields } from '#contracts/is-computed-field.ts'
import type { ModelWrite } from '#contracts/model.ts'
import { ownWords } from '#contracts/standard-model.ts'
import { standardModel } from './standard-models.ts'

const words: ReadonlySet<string> = new Set(ownWords)

/** What the product says of one of its fields: all but the words a workspace may choose. */
export const productPart = (field: FieldDefinition): string =>
  canonicalJson(
    Object.fromEntries(
      Object.entries(field).filter(([name, value]) => !words.has(name) && value !== undefined),
    ),
  )

/** What is wrong with a model that says it is one of the product's, or that has what only those have. */
export function checkStandard(model: ModelWrite): ErrorDetail[] {
  const fields = model.schema?.fields ?? []
  if (model.standard === undefined) return plainFields(fields).flatMap(derivedOutside(fields))
  const shipped = standardModel(model.standard)
  if (!shipped || model.key !== model.standard)
    return [{ path: 'standard', code: 'unknown', message: 'The product ships no model of this name.' }]
  const own = new Map(fields.map((field) => [field.key, field]))
  const standard = new Set(shipped.schema.fields.map(({ key }) => key))
  return [
    ...shipped.schema.fields.flatMap((field) => {
      const now = own.get(field.key)
      if (now && productPart(now) === productPart(field)) return []
      return [
        {
          path: `schema.fields.${field.key}`,
          code: 'standard',
          message: `${field.label} belongs to the product: it cannot be changed or taken out.`,
        },
      ]
    }),
    ...plainFields(fields)
      .filter(({ key }) => !standard.has(key))
      .flatMap(derivedOutside(fields)),
  ]
}

const derivedOutside =
  (fields: readonly FieldDefinition[]) =>
  ({ key, derived }: { key: string; derived?: true | undefined }): ErrorDetail[] =>
    derived
      ? [
          {
            path: `schema.fields.${fields.findIndex((field) => field.key === key)}.derived`,
            code: 'derived',
            message: 'Only fields of the product’s own models are kept by its rules.',
          },
        ]
      : []
