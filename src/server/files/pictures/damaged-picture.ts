import { AppError } from '#base/app-error.ts'

/** A picture whose parts cannot be told apart: what hides in it could not be taken out. */
export const damaged = (): AppError =>
  new AppError('unsupported_media_type', 'This picture is damaged and cannot be kept.')
