import { useMemo } from 'react'
import type { Sort, Where } from '#contracts/query.ts'
import { useModel } from '#engine/data/use-model.ts'
import { useQuery } from '#engine/data/use-query.ts'
import { idOf } from '../field/field-traits.ts'
import { textOf } from '../props/text-of.ts'

/** A record that holds, or does not yet hold, the geometry of a model. */
export interface OfferedModel {
  id: string
  title: string
  /** The file of its geometry; null while there is none. */
  file: string | null
  /** Shown unless somebody says otherwise. */
  first: boolean
}

interface Offer {
  model: string
  where: Where | null
  sort: readonly Sort[]
  geometry: string
  firstOf: string | null
  shown: string | null
}

/** The models a viewer can show, and which of them it begins with. */
export function useOfferedModels({ model, where, sort, geometry, firstOf, shown }: Offer) {
  const description = useModel(model)
  const fields = description.data?.fields.map(({ key }) => key) ?? []
  const title = description.data?.title_field ?? 'id'
  const holds = fields.includes(geometry)
  const group = description.data?.fields.find(({ key }) => key === firstOf)
  const name = group?.target_title ? `${group.key}.${group.target_title}` : null
  const wanted = [title, geometry, ...(group ? [group.key] : [])].filter(
    (key) => key === 'id' || fields.includes(key),
  )
  const question = { model, fields: name === null ? wanted : [...wanted, name], sort: [...sort] }
  const answer = useQuery(holds ? { ...question, ...(where && { where }), page: { size: 100 } } : null, {
    keep: true,
  })
  const offered = useMemo(() => {
    const seen = new Set<string>()
    return (answer.data?.rows ?? []).map((row): OfferedModel => {
      const held: unknown = row[geometry]
      const file = Array.isArray(held) ? idOf(held[0]) : null
      const of = firstOf === null ? String(row['id']) : JSON.stringify(row[firstOf] ?? null)
      const first = file !== null && !seen.has(of)
      if (first) seen.add(of)
      const id = String(row['id'])
      // What a model is called, and which file of it: two models may come as files of one name.
      const words = [name === null ? '' : textOf(row[name]), textOf(row[title])].filter((part) => part !== '')
      return { id, title: words.join(' · ') || id, file, first: shown === null ? first : id === shown }
    })
  }, [answer.data, geometry, firstOf, name, title, shown])
  return {
    offered,
    error: description.error ?? answer.error,
    isPending: description.isPending || (holds && answer.data === undefined && !answer.error),
    refetch: () => (description.error ? description.refetch() : answer.refetch()),
  }
}
