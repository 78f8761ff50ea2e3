import type { AuthUser } from './session-state.ts'

/** What the account says of a person, as the workspace's profile takes it; a picture only where it is an http address. */
export function profileOf({ id, email, user_metadata: profile = {} }: AuthUser) {
  const text = (key: string): string | null => (typeof profile[key] === 'string' ? profile[key] : null)
  const picture = text('avatar_url')
  return {
    user_id: id,
    email: email ?? null,
    display_name: text('display_name'),
    avatar_url: picture !== null && /^https?:\/\//i.test(picture) ? picture : null,
  }
}
