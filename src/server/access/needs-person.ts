import { AppError } from '#base/app-error.ts'

/** 403 for a call that a token may not make: what hands out access is done by somebody who is signed in. */
export const needsPerson = (): AppError =>
  new AppError('forbidden', 'This needs somebody who is signed in: an API token may not do it.')
