import { useEffect, useState } from 'react'
import { must } from '#base/assert.ts'
import { useApi } from '#engine/engine-context.tsx'
import type { ApiClient } from '#engine/data/api-client.ts'

interface Held {
  url: Promise<string>
  uses: number
}

// A picture element cannot carry a token, so the bytes are fetched and shown from memory, once however often they occur.
const held = new WeakMap<ApiClient, Map<string, Held>>()

/**
 * The address of a stored picture, for `src`. `failed` when it could not be read. Null asks nothing. `kept`: it waits on
 * this device.
 */
export function useFileUrl(id: string | null, kept = false): { url: string | null; failed: boolean } {
  const api = useApi()
  const [state, setState] = useState<{ id: string; url: string | null; failed: boolean } | null>(null)
  useEffect(() => {
    if (id === null) return undefined
    let gone = false
    hold(api, id, kept).then(
      (url) => gone || setState({ id, url, failed: false }),
      () => gone || setState({ id, url: null, failed: true }),
    )
    return () => {
      gone = true
      release(api, id)
    }
  }, [api, id, kept])
  return state?.id === id && state ? state : { url: null, failed: false }
}

function hold(api: ApiClient, id: string, kept: boolean): Promise<string> {
  const all = held.get(api) ?? new Map<string, Held>()
  held.set(api, all)
  const known = all.get(id)
  if (known) {
    known.uses += 1
    return known.url
  }
  const bytes = kept
    ? import('#engine/data/kept-files.ts').then(async ({ keptBytes }) => must(await keptBytes(id)))
    : api.fetch('GET /api/files/{id}', { params: { id } }).then((answer) => answer.blob())
  const url = bytes.then((blob) => URL.createObjectURL(blob))
  all.set(id, { url, uses: 1 })
  return url
}

function release(api: ApiClient, id: string): void {
  const all = held.get(api)
  const known = all?.get(id)
  if (!known) return
  known.uses -= 1
  if (known.uses > 0) return
  all?.delete(id)
  known.url.then(URL.revokeObjectURL, () => undefined) // what could not be read holds nothing
}
