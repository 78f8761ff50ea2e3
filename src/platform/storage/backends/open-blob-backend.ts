import type { BlobBackend } from '#base/blob-backend.ts'
import type { S3Settings } from '#base/s3-settings.ts'
import { LocalBackend } from './local-backend.ts'

export interface OpenBlobs {
  backend: BlobBackend
  stop(): Promise<void>
}

/** Where bytes lie: the data directory, or the S3 service that is configured. Its library is loaded only then. */
export async function openBlobBackend(dataDir: string, s3: S3Settings | null): Promise<OpenBlobs> {
  if (!s3) return { backend: new LocalBackend(dataDir), stop: async () => undefined }
  const { S3Backend } = await import('./s3-backend.ts')
  const backend = new S3Backend(s3, dataDir)
  return { backend, stop: () => backend.stop() }
}
