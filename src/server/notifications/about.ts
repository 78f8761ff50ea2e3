/** A record whose values words were made from; `fields`: which of them, where it is known. */
export interface About {
  /** Its model's id; null where it was gone for good when it was looked for. */
  model: string | null
  id: string
  fields?: readonly string[]
}

/** What is about several: each record once, with all fields that any of them names. */
export function mergeAbout(about: readonly About[]): About[] {
  const merged = new Map<string, About>()
  for (const one of about) {
    const fields = [...new Set([...(merged.get(one.id)?.fields ?? []), ...(one.fields ?? [])])]
    merged.set(one.id, { model: one.model, id: one.id, ...(fields.length > 0 && { fields }) })
  }
  return [...merged.values()]
}
