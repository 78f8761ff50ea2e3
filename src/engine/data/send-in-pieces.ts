import type { DetailedError } from 'tus-js-client'
import type { StoredFile } from '#contracts/api/files.ts'
import { t } from '#ui/translate.ts'
import type { ApiClient } from './api-client.ts'
import { ApiError } from './api-error.ts'

/** How a file on its way stands. `lost`: without connection; it goes on by itself when it is back. */
export type SendingState = 'sending' | 'paused' | 'lost'

/** A file on its way in pieces. */
export interface Sending {
  /** Settles when it is there, was given up, or where this server takes whole files only. Rejects when it is refused. */
  done: Promise<StoredFile | 'cancelled' | 'whole-only'>
  /** Stops for now; what has arrived stays there for a day. */
  pause(): void
  resume(): void
  /** Gives it up: the server forgets what has arrived. */
  cancel(): void
}

interface Listeners {
  /** Bytes that have arrived or are on the line. */
  onProgress(sent: number): void
  onState(state: SendingState): void
}

const pieceSize = 5 * 1024 * 1024
const retryDelays = [0, 1000, 3000, 5000, 10_000]

/**
 * Sends a large file in pieces that go on where they stopped: after a lost connection by themselves, after a pause when
 * told. Nothing of the file is kept in the browser. `tenantId`: the workspace it goes to, where that is not the one of this
 * tab.
 */
export function sendInPieces(
  api: ApiClient,
  file: File,
  listeners: Listeners,
  tenantId: string | null = null,
): Sending {
  const { onProgress, onState } = listeners
  let upload: { start(): void; abort(forget?: boolean): Promise<void> } | null = null
  let state: SendingState | 'over' = 'sending'
  const be = (next: typeof state): void => {
    state = next
    if (next !== 'over') onState(next)
  }
  const goOn = (): void => {
    if (state === 'sending' || state === 'over') return
    be('sending')
    upload?.start()
  }
  const back = (): void => {
    if (state === 'lost') goOn()
  }
  window.addEventListener('online', back)
  let giveUp = (): void => undefined
  const cancelled = new Promise<'cancelled'>((resolve) => {
    giveUp = () => resolve('cancelled')
  })

  const arrived = (async (): Promise<StoredFile | 'whole-only'> => {
    const [{ Upload, DetailedError: Detailed }, { base }] = await Promise.all([
      import('tus-js-client'),
      api.access(),
    ])
    return new Promise<StoredFile | 'whole-only'>((resolve, reject) => {
      const sent = new Upload(file, {
        endpoint: `${base}/storage/v1/upload/resumable`,
        chunkSize: pieceSize,
        retryDelays,
        metadata: { recordFile: '1', filename: file.name },
        storeFingerprintForResuming: false,
        // What only failed is tried again; what was refused is not.
        onShouldRetry: (error) => refusalOf(error) === null,
        async onBeforeRequest(request) {
          const { headers } = await api.access()
          if (tenantId !== null) headers['X-Tenant-Id'] = tenantId
          for (const [name, value] of Object.entries(headers)) request.setHeader(name, value)
        },
        onProgress,
        onSuccess: () =>
          resolve({
            id: sent.url?.split('/').at(-1) ?? '',
            name: file.name,
            type: file.type,
            size: file.size,
          }),
        onError(error) {
          const status = error instanceof Detailed ? refusalOf(error) : null
          if (status === null) be('lost')
          // Where pieces are not taken, whole files are.
          else if ((status === 404 || status === 405) && sent.url === null) resolve('whole-only')
          else reject(new ApiError(status, 'failed', reasonOf(error as DetailedError, status)))
        },
      })
      upload = sent
      if (state === 'sending') sent.start()
    })
  })()
  const done = Promise.race([arrived, cancelled]).finally(() => {
    be('over')
    window.removeEventListener('online', back)
  })

  return {
    done,
    pause() {
      if (state === 'over') return
      be('paused')
      void upload?.abort()
    },
    resume: goOn,
    cancel() {
      giveUp()
      // What cannot be taken back now is forgotten after a day.
      void upload?.abort(true).catch(() => undefined)
    },
  }
}

/** The status of a refusal; null for what may go well another time. */
function refusalOf(error: Error): number | null {
  const answer = 'originalResponse' in error ? (error as DetailedError).originalResponse : null
  const status = answer?.getStatus() ?? 0
  // A piece that another request is still writing is free again in a moment.
  if (status < 400 || status >= 500 || status === 409 || status === 423 || status === 429) return null
  return status
}

function reasonOf({ originalResponse: answer }: DetailedError, status: number): string {
  if (status === 413)
    return answer?.getBody().includes('QuotaExceeded') === true
      ? t('The storage of this workspace is full. Remove files, or ask for more room.')
      : t('This is larger than the limit.')
  if (status === 415) return t('Files of this kind cannot be uploaded.')
  if (status === 401) return t('Your sign-in has ended. Sign in again.')
  return t('It was refused.')
}
