import { AppError, invalid } from '#base/app-error.ts'
import { saying } from '#base/saying.ts'

/**
 * 400 `unknown_field`. The text must not depend on why: a field that does not exist and one that the reader may not
 * read are answered with the same bytes. `asked`: the whole name as it was asked for, never the part that was not found.
 */
export const unknownField = (path: string, asked: string): AppError =>
  new AppError('unknown_field', 'There is no such field.', {
    details: [{ path, code: 'unknown_field', ...saying('There is no field “{{field}}”.', { field: asked }) }],
  })

/** 422 `invalid` with one place. */
export const invalidQuery = (path: string, code: string, message: string): AppError =>
  invalid([{ path, code, message }])

/** 404 `not_found`, the same for a model that does not exist and one the reader may not read. */
export const unknownModel = (): AppError => new AppError('not_found', 'not_found')
