import { beforeEach, expect, it } from 'vitest'
import { ApiError } from '#engine/data/api-error.ts'
import { memoryCopyStore } from '#engine/data/copy-store.ts'
import { setCopyStore } from '#engine/data/last-good-copy.ts'
import { offerOrCopy } from './offer-or-copy.ts'

const options = [
  { value: '1', label: 'School' },
  { value: '2', label: 'Plant' },
]
const answers = async () => options
const fails = (status: number) => async () => {
  throw new ApiError(status, status === 0 ? 'unreachable' : 'forbidden', 'No.')
}
beforeEach(() => setCopyStore(memoryCopyStore()))

it('offers without a connection what was offered last, narrowed by what is typed', async () => {
  await offerOrCopy('key', '', answers)
  expect(await offerOrCopy('key', '', fails(0))).toEqual(options)
  expect(await offerOrCopy('key', 'scho', fails(0))).toEqual([options[0]])
})

it('covers no refusal, and has nothing of other questions or of a search', async () => {
  await expect(offerOrCopy('key', '', fails(0))).rejects.toThrow('No.')
  await offerOrCopy('key', 'scho', answers)
  await expect(offerOrCopy('key', '', fails(0))).rejects.toThrow('No.')
  await offerOrCopy('key', '', answers)
  await expect(offerOrCopy('key', '', fails(403))).rejects.toThrow('No.')
  await expect(offerOrCopy('other', '', fails(0))).rejects.toThrow('No.')
})
