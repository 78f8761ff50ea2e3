import { useEffect, useState } from 'react'
import { openGeometry, type ModelGeometry } from '#contracts/model-geometry.ts'
import type { ApiClient } from '#engine/data/api-client.ts'
import { useApi } from '#engine/engine-context.tsx'
import { mergeMesh, type MergedMesh } from './merged-mesh.ts'

/** The geometry of one model, ready to be drawn. */
export interface LoadedGeometry {
  geometry: ModelGeometry
  mesh: MergedMesh
  /** Place of an element by its number. */
  placeOf: ReadonlyMap<number, number>
}

export type GeometryState = LoadedGeometry | 'failed'

// The last few stay in memory: who goes to another tab and back does not wait again.
const kept = new WeakMap<ApiClient, Map<string, Promise<LoadedGeometry>>>()
const mostKept = 4

/** The geometries of these files, by file, each as soon as it is there. */
export function useGeometries(files: readonly string[]): ReadonlyMap<string, GeometryState> {
  const api = useApi()
  const [known, setKnown] = useState<ReadonlyMap<string, GeometryState>>(new Map())
  const wanted = files.join(' ')
  useEffect(() => {
    let gone = false
    for (const file of wanted === '' ? [] : wanted.split(' ')) {
      const tell = (state: GeometryState): void => {
        if (!gone)
          setKnown((before) => (before.get(file) === state ? before : new Map(before).set(file, state)))
      }
      load(api, file).then(tell, () => tell('failed'))
    }
    return () => {
      gone = true
    }
  }, [api, wanted])
  return known
}

function load(api: ApiClient, file: string): Promise<LoadedGeometry> {
  const all = kept.get(api) ?? new Map<string, Promise<LoadedGeometry>>()
  kept.set(api, all)
  const known = all.get(file)
  if (known) return known
  const loading = fetchGeometry(api, file)
  all.set(file, loading)
  // What could not be read is asked for again by the next who looks.
  loading.catch(() => all.delete(file))
  for (const [old] of all) {
    if (all.size <= mostKept) break
    all.delete(old)
  }
  return loading
}

async function fetchGeometry(api: ApiClient, file: string): Promise<LoadedGeometry> {
  const answer = await api.fetch('GET /api/files/{id}', { params: { id: file } })
  if (!answer.body) throw new Error('The geometry is empty.')
  const unpacked = answer.body.pipeThrough(new DecompressionStream('gzip'))
  const geometry = openGeometry(await new Response(unpacked).arrayBuffer())
  const placeOf = new Map(Array.from(geometry.elements, (number, place) => [number, place]))
  return { geometry, mesh: mergeMesh(geometry), placeOf }
}
