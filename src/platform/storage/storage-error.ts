/** A refusal in the hosted storage service's words. `status` is what its body says; HTTP mostly says 400, as there. */
export class StorageError extends Error {
  readonly status: number
  readonly code: string
  /** The word in `error`. */
  readonly word: string
  readonly httpStatus: number

  constructor(
    status: number,
    code: string,
    message: string,
    options: { word?: string; httpStatus?: number; cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.name = 'StorageError'
    this.status = status
    this.code = code
    this.word = options.word ?? code
    this.httpStatus = options.httpStatus ?? 400
  }
}

export const noSuchBucket = (): StorageError =>
  new StorageError(404, 'NoSuchBucket', 'Bucket not found', { word: 'Bucket not found' })

export const noSuchObject = (): StorageError =>
  new StorageError(404, 'NoSuchKey', 'Object not found', { word: 'not_found' })

export const noSuchUpload = (): StorageError =>
  new StorageError(404, 'NoSuchUpload', 'Upload not found', { word: 'not_found', httpStatus: 404 })

export const invalidKey = (): StorageError => new StorageError(400, 'InvalidKey', 'Invalid key')

export const invalidParameter = (message: string): StorageError =>
  new StorageError(422, 'InvalidParameter', message, { word: 'invalid_parameter' })

export const alreadyThere = (): StorageError =>
  new StorageError(409, 'KeyAlreadyExists', 'The resource already exists', { word: 'Duplicate' })

export const accessDenied = (message = 'new row violates row-level security policy'): StorageError =>
  new StorageError(403, 'AccessDenied', message, { word: 'Unauthorized' })

export const badSignature = (message: string): StorageError =>
  new StorageError(400, 'InvalidJWT', message, { word: 'InvalidJWT' })

export const tooLarge = (): StorageError =>
  new StorageError(413, 'EntityTooLarge', 'The object exceeded the maximum allowed size', {
    word: 'Payload too large',
    httpStatus: 413,
  })

export const typeRefused = (type: string): StorageError =>
  new StorageError(415, 'InvalidMimeType', `mime type ${type} is not supported`, {
    word: 'invalid_mime_type',
  })
