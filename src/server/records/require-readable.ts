import { AppError } from '#base/app-error.ts'
import { modelFor, type RecordContext } from './record-context.ts'

/**
 * For what is worked out from fields of several models and tells of all of them: throws 403 with `why` for whoever may not
 * read each of `parts` (fields by models), with `rows: 'all'` also where only some records may be read; 404 for a model
 * they may not see at all.
 */
export function requireReadable(
  context: RecordContext,
  parts: Readonly<Record<string, readonly string[]>>,
  why: string,
  rows: 'all' | 'some' = 'some',
): void {
  const { access } = context
  for (const [key, fields] of Object.entries(parts)) {
    const model = modelFor(context, key, 'read')
    const isPart = rows === 'all' && access.rowRule(model) !== null
    if (isPart || fields.some((field) => !access.mayRead(model, field, true)))
      throw new AppError('forbidden', why)
  }
}

/** The same as a question: whether this person reads all records and these fields of models the workspace has. */
export function mayReadAll(
  context: RecordContext,
  parts: Readonly<Record<string, readonly string[]>>,
): boolean {
  const { access, workspace } = context
  return Object.entries(parts).every(([key, fields]) => {
    const model = workspace.models.get(key)
    return (
      model !== undefined &&
      access.can(model, 'read') &&
      access.rowRule(model) === null &&
      fields.every((field) => access.mayRead(model, field, true))
    )
  })
}
