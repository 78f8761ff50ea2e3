import type { Health } from '#contracts/api/meta.ts'
import { apiBase } from '#engine/data/api-base.ts'

/**
 * Whether the backend can be asked: `/api/health` answers, and its database does. What else troubles it (work in the
 * background, news) is no reason to call it away. Asked as nobody: a session that has to be renewed first would wait for the
 * same backend. What something else answers in its place is no answer.
 */
export async function healthAnswers(signal: AbortSignal): Promise<boolean> {
  const answer = await fetch(`${apiBase()}/api/health`, { credentials: 'omit', cache: 'no-store', signal })
  const body = (await answer.json()) as Partial<Health> | null
  return body?.checks?.database === 'ok'
}
