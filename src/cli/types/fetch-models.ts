import type { ModelDescription } from '#contracts/model-description.ts'

/**
 * The models of a token's workspace as it may see them, and those their fields point to, by key. Throws in plain words
 * when the server cannot be reached or refuses.
 */
export async function fetchModels(url: string, token: string): Promise<ModelDescription[]> {
  const ask = async <T>(path: string): Promise<T> => {
    const answer = await fetch(url + path, { headers: { Authorization: `Bearer ${token}` } }).catch(
      (error: unknown) => {
        throw new Error(`${url} cannot be reached.`, { cause: error })
      },
    )
    if (answer.status === 401) throw new Error('The token is not known, has run out or was revoked.')
    if (!answer.ok) throw new Error(`${url}${path} answered ${answer.status}: ${await answer.text()}`)
    return (await answer.json()) as T
  }
  const { rows } = await ask<{ rows: { key: string }[] }>('/api/models')
  const found = new Map<string, ModelDescription>()
  const wanted = rows.map(({ key }) => key)
  for (const key of wanted) {
    const model = await ask<ModelDescription>(`/api/models/${encodeURIComponent(key)}/description`)
    found.set(key, model)
    for (const { target } of model.fields)
      // One step from the workspace's own models is enough: people, mostly.
      if (target !== undefined && !wanted.includes(target) && !key.startsWith('sys_')) wanted.push(target)
  }
  return [...found.values()].toSorted((a, b) => (a.key < b.key ? -1 : 1))
}
