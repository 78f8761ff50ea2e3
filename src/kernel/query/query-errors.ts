import { AppError } from '#base/app-error.ts'

/**
 * 400 `unknown_field`. The text must not depend on why: a field that does not exist and one that the reader may not
 * read are answered with the same bytes.
 */
export const unknownField = (path: string): AppError =>
  refuse('unknown_field', path, 'unknown_field', 'There is no such field.')

/** 422 `invalid` with one place. */
export const invalidQuery = (path: string, code: string, message: string): AppError =>
  refuse('invalid', path, code, message)

/** 404 `not_found`, the same for a model that does not exist and one the reader may not read. */
export const unknownModel = (): AppError => new AppError('not_found', 'not_found')

const texts: Record<string, string> = { invalid: 'Some values are not valid.' }

const refuse = (error: string, path: string, code: string, message: string): AppError =>
  new AppError(error, texts[error] ?? message, { details: [{ path, code, message }] })
