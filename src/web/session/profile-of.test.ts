import { expect, it } from 'vitest'
import { profileOf } from './profile-of.ts'

it('sends a picture only where it has an http address, name and address always', () => {
  const of = (avatar_url: unknown) =>
    profileOf({ id: 'ann', email: 'ann@example.test', user_metadata: { display_name: 'Ann', avatar_url } })
  const rest = { user_id: 'ann', email: 'ann@example.test', display_name: 'Ann' }
  const address = 'https://pictures.test/ann.png'
  expect(of(address)).toEqual({ ...rest, avatar_url: address })
  const long = `https://pictures.test/${'a'.repeat(2000)}`
  for (const other of [
    '',
    'data:image/png;base64,AAAA',
    '/avatars/a',
    'blob:x',
    'httpx:a',
    'http:a',
    long,
    5,
    undefined,
  ])
    expect(of(other)).toEqual({ ...rest, avatar_url: null })
})
