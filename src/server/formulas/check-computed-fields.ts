import type { ErrorDetail } from '#base/app-error.ts'
import type { Model } from '#contracts/model.ts'
import type { ComputedProblem } from '#kernel/formulas/computed.ts'
import { computedProblems } from '#kernel/models/workspace.ts'
import type { Future } from '../releases/future.ts'
import type { DefinitionChange } from '../releases/release-changes.ts'

/**
 * What is wrong with formulas, lookups and roll-ups once these changes are released: in the changed models, with the
 * place in the definition and in the text; and in others that need what a change takes away, named in the message.
 */
export function checkComputedFields(
  changes: readonly DefinitionChange[],
  future: Future,
  prefixed: boolean,
): ErrorDetail[] {
  if (!changes.some(({ kind }) => kind === 'model' || kind === 'archetype')) return []
  const documents = future.documents()
  const models = new Map(
    documents.filter(({ kind }) => kind === 'model').map(({ key, body }) => [key, body as Partial<Model>]),
  )
  const written = new Map(
    changes.flatMap(({ kind, key, body }) =>
      kind === 'model' && body ? [[key, body as Partial<Model>]] : [],
    ),
  )
  return computedProblems(documents).map((problem): ErrorDetail => {
    const own = written.get(problem.model)
    if (own) return detailOf(problem, own, prefixed ? `model.${problem.model}.` : '')
    const other = models.get(problem.model)
    const field = other?.schema?.fields.find(({ key }) => key === problem.key)
    return {
      path: prefixed ? '' : 'schema.fields',
      code: 'in_use',
      message: `“${field?.label ?? problem.key}” of ${other?.label ?? problem.model} would no longer work: ${problem.message}`,
    }
  })
}

function detailOf(
  { key, part, code, message, at }: ComputedProblem,
  model: Partial<Model>,
  prefix: string,
): ErrorDetail {
  const index = model.schema?.fields.findIndex((field) => field.key === key) ?? -1
  return { path: `${prefix}schema.fields.${index}.${part}`, code, message, ...(at !== null && { at }) }
}
