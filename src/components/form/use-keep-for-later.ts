import { useRef, useState } from 'react'
import { newToken } from '#base/ids.ts'
import type { Json } from '#base/json.ts'
import type { ModelDescription } from '#contracts/model-description.ts'
import type { Row } from '#contracts/query.ts'
import { keptIn, type KeptFile } from '#engine/data/kept-file.ts'
import { forgetFiles, keepFile, sendKeptFiles } from '#engine/data/kept-files.ts'
import type { Waiting } from '#engine/data/outbox-store.ts'
import { keepForLater } from '#engine/data/outbox.ts'
import { useOutbox } from '#engine/data/use-outbox.ts'
import { useApi } from '#engine/engine-context.tsx'
import { textOf } from '../props/text-of.ts'
import type { FormValues } from './form-values.ts'

interface KeepForLater {
  /** Whether something that was typed here waits to be sent. */
  waits: boolean
  /** The Idempotency-Key of a write: the same for the same one, so that it happens once however it is sent. */
  keyFor(body: Record<string, Json>): string
  /** It was written: the next write is another, even if it says the same. */
  forgetKey(): void
  /** Keeps what is to be written on this device, under the key it was sent with. Rejects where nothing can be kept. */
  keep(body: Record<string, Json>, typed: FormValues): Promise<void>
  /** Keeps a file that cannot be sent now. Null: nothing can be kept here. */
  keepFile: ((file: File) => Promise<KeptFile>) | null
  /** What is to be written, with its files sent that waited here. */
  withFiles(body: Record<string, Json>): Promise<Record<string, Json>>
  /** It was written: its files need not wait any more. */
  forgetFiles(body: FormValues): void
}

/** Lets a form be sent later; `row` is the record it changes, null for a new one, which a command makes if there is one. */
export function useKeepForLater(
  model: ModelDescription,
  row: Row | null,
  by?: Pick<Waiting, 'command' | 'input'>,
): KeepForLater {
  const api = useApi()
  const { owner, entries } = useOutbox()
  const [kept, setKept] = useState<string | null>(null)
  const last = useRef<{ text: string; key: string } | null>(null)
  const id = row ? String(row['id']) : null
  const keyFor = (body: Record<string, Json>): string => {
    const text = JSON.stringify(body)
    if (last.current?.text !== text) last.current = { text, key: newToken() }
    return last.current.key
  }
  return {
    waits: entries.some((entry) =>
      id === null ? entry.key === kept : entry.model === model.key && entry.id === id,
    ),
    keyFor,
    forgetKey() {
      last.current = null
    },
    async keep(body, typed) {
      if (!owner) throw new Error('nobody is in a workspace')
      // A file that did not arrive kept the rest from leaving.
      const tried = last.current?.text === JSON.stringify(body)
      const key = keyFor(body)
      const title = textOf((row ?? typed)[model.title_field ?? '']) || textOf(typed[model.title_field ?? ''])
      await keepForLater({
        ...owner,
        key,
        model: model.key,
        id,
        title: title || model.label,
        ...(row === null && by && { command: by.command, input: by.input }),
        body,
        typed,
        tried: tried ? new Date().toISOString() : null,
      })
      last.current = null
      setKept(key)
    },
    keepFile: owner && ((file) => keepFile(owner.userId, file)),
    withFiles: async (body) =>
      owner && keptIn(body).length > 0 ? sendKeptFiles(api, body, owner.tenantId) : body,
    // What cannot be forgotten now is loose, and goes later.
    forgetFiles: (body) => void forgetFiles(body).catch(() => undefined),
  }
}
