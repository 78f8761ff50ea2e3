import { useRef, useState } from 'react'
import { largestModelFile, type StoredFile } from '#contracts/api/files.ts'
import { ApiError } from '#engine/data/api-error.ts'
import { wholeUpTo } from '#engine/data/kept-file.ts'
import { sendInPieces, type Sending, type SendingState } from '#engine/data/send-in-pieces.ts'
import { useApi } from '#engine/engine-context.tsx'
import { t } from '#ui/translate.ts'
import { uploadStarted } from './uploading.ts'

/** One file on its way, or one that did not arrive. */
export interface Upload {
  key: number
  name: string
  size: number
  problem: string | null
  /** Bytes that have arrived; null where that is not known: small files are there at once. */
  sent: number | null
  state: SendingState
}

/** Most bytes of one file; the server holds the same limit. */
export const largestFile = 25 * 1024 * 1024

// Building models are larger than anything else people upload.
const limitOf = ({ name }: File): number => (/\.ifc(zip)?$/i.test(name) ? largestModelFile : largestFile)

let lastKey = 0

/**
 * Sends files one after the other; each that arrived is handed on at once. With `keep`, those that no connection takes are
 * kept on this device and handed on the same way.
 */
export function useUploads(
  onStored: (files: StoredFile[]) => void | Promise<void>,
  keep?: (file: File) => Promise<StoredFile>,
): {
  uploads: readonly Upload[]
  done: number
  total: number
  add(files: Iterable<File>): Promise<void>
  dismiss(key: number): void
  /** Of a large file on its way; undefined once it is over. */
  sending(key: number): Sending | undefined
} {
  const api = useApi()
  const [uploads, setUploads] = useState<Upload[]>([])
  const running = useRef(new Map<number, Sending>())
  const [count, setCount] = useState({ done: 0, total: 0 })
  const drop = (key: number): void => setUploads((before) => before.filter((upload) => upload.key !== key))
  const change = (key: number, changes: Partial<Upload>): void =>
    setUploads((before) => before.map((upload) => (upload.key === key ? { ...upload, ...changes } : upload)))
  const fail = (key: number, problem: string): void => change(key, { problem })

  async function add(files: Iterable<File>): Promise<void> {
    const arrived = uploadStarted()
    try {
      await send(files)
    } finally {
      arrived()
    }
  }

  async function send(files: Iterable<File>): Promise<void> {
    const wanted = [...files].map((file) => ({ file, key: (lastKey += 1) }))
    setUploads((before) => [
      ...before,
      ...wanted.map(({ file, key }) => ({
        key,
        name: file.name,
        size: file.size,
        problem: null,
        sent: null,
        state: 'sending' as const,
      })),
    ])
    setCount({ done: 0, total: wanted.length })
    const stored: StoredFile[] = []
    for (const { file, key } of wanted) {
      if (file.size > limitOf(file))
        fail(key, t('Larger than {{size}} MB.', { size: limitOf(file) / 1024 / 1024 }))
      else {
        try {
          const arrived = await sendOne(file, key)
          if (arrived) stored.push(arrived)
          drop(key)
        } catch (error) {
          fail(key, error instanceof ApiError ? t(error.message) : t('It did not arrive.'))
        }
      }
      setCount((before) => ({ ...before, done: before.done + 1 }))
    }
    if (stored.length > 0) await onStored(stored)
  }

  // Null: given up.
  async function sendOne(file: File, key: number): Promise<StoredFile | null> {
    const mayStay = keep !== undefined && file.size <= largestFile
    if (mayStay && !navigator.onLine) return keep(file)
    let lost = false
    try {
      const arrived = await sendNow(file, key, () => (lost = mayStay))
      return arrived === null && lost && keep ? await keep(file) : arrived
    } catch (error) {
      if (mayStay && error instanceof ApiError && error.status === 0) return keep(file)
      throw error
    }
  }

  // `onLost` answers whether it is given up where the connection ends, instead of going on when it is back.
  async function sendNow(file: File, key: number, onLost: () => boolean): Promise<StoredFile | null> {
    const whole = (): Promise<StoredFile> =>
      api.call('POST /api/files', { search: { name: file.name }, bytes: file })
    if (file.size <= wholeUpTo) return whole()
    const sending = sendInPieces(api, file, {
      onProgress: (sent) => change(key, { sent }),
      onState(state) {
        if (state === 'lost' && onLost()) sending.cancel()
        else change(key, { state })
      },
    })
    running.current.set(key, sending)
    try {
      const arrived = await sending.done
      if (arrived === 'cancelled') return null
      return arrived === 'whole-only' ? await whole() : arrived
    } finally {
      running.current.delete(key)
    }
  }

  return { uploads, ...count, add, dismiss: drop, sending: (key) => running.current.get(key) }
}
