import { expect, it } from 'vitest'
import { onPresenceRequest, openPresenceRequest, requestPresence } from './presence-requests.ts'

it('asks once for all that wait, and answers no where nobody draws the question', async () => {
  expect(await requestPresence()).toBe(false)
  let drawn = 0
  const stop = onPresenceRequest(() => (drawn += 1))
  const both = [requestPresence(), requestPresence()]
  expect(drawn).toBe(1)
  openPresenceRequest()?.answer(true)
  expect(await Promise.all(both)).toEqual([true, true])
  expect(openPresenceRequest()).toBeNull()
  const later = requestPresence()
  openPresenceRequest()?.answer(false)
  expect(await later).toBe(false)
  stop()
})
