import type { AuthUser } from './session-state.ts'

/**
 * What the account says of a person, as the profile takes it. A picture only where it is an http address of at most 2,000
 * characters: refused for it, name and address would stay behind.
 */
export function profileOf({ id, email, user_metadata: profile = {} }: AuthUser) {
  const text = (key: string, form = /^/): string | null => {
    const value = profile[key]
    return typeof value === 'string' && form.test(value) ? value : null
  }
  return {
    user_id: id,
    email,
    display_name: text('display_name'),
    avatar_url: text('avatar_url', /^https?:\/\/.{1,1990}$/),
  }
}
