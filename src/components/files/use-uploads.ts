import { useState } from 'react'
import { largestModelFile, type StoredFile } from '#contracts/api/files.ts'
import { ApiError } from '#engine/data/api-error.ts'
import { useApi } from '#engine/engine-context.tsx'
import { t } from '#ui/translate.ts'
import { uploadStarted } from './uploading.ts'

/** One file on its way, or one that did not arrive. */
export interface Upload {
  key: number
  name: string
  size: number
  problem: string | null
}

/** Most bytes of one file; the server holds the same limit. */
export const largestFile = 25 * 1024 * 1024

// Building models are larger than anything else people upload.
const limitOf = ({ name }: File): number => (/\.ifc(zip)?$/i.test(name) ? largestModelFile : largestFile)

let lastKey = 0

/** Sends files one after the other; each that arrived is handed on at once. */
export function useUploads(onStored: (files: StoredFile[]) => void | Promise<void>): {
  uploads: readonly Upload[]
  done: number
  total: number
  add(files: Iterable<File>): Promise<void>
  dismiss(key: number): void
} {
  const api = useApi()
  const [uploads, setUploads] = useState<Upload[]>([])
  const [count, setCount] = useState({ done: 0, total: 0 })
  const drop = (key: number): void => setUploads((before) => before.filter((upload) => upload.key !== key))
  const fail = (key: number, problem: string): void =>
    setUploads((before) => before.map((upload) => (upload.key === key ? { ...upload, problem } : upload)))

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
      ...wanted.map(({ file, key }) => ({ key, name: file.name, size: file.size, problem: null })),
    ])
    setCount({ done: 0, total: wanted.length })
    const stored: StoredFile[] = []
    for (const { file, key } of wanted) {
      if (file.size > limitOf(file))
        fail(key, t('Larger than {{size}} MB.', { size: limitOf(file) / 1024 / 1024 }))
      else {
        try {
          stored.push(await api.call('POST /api/files', { search: { name: file.name }, bytes: file }))
          drop(key)
        } catch (error) {
          fail(key, error instanceof ApiError ? t(error.message) : t('It did not arrive.'))
        }
      }
      setCount((before) => ({ ...before, done: before.done + 1 }))
    }
    if (stored.length > 0) await onStored(stored)
  }

  return { uploads, ...count, add, dismiss: drop }
}
