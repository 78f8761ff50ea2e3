import { expect, it } from 'vitest'
import { FairShare } from './fair-share.ts'

it('[DO-10] one name waits for its own, others go past; turns are in order', async () => {
  const share = new FairShare(2, 50)
  const first = await share.take('a')
  const second = await share.take('a')
  const order: string[] = []
  const third = share.take('a').then((leave) => (order.push('third'), leave))
  const fourth = share.take('a').then((leave) => (order.push('fourth'), leave))
  const other = await share.take('b')
  expect(order).toEqual([])
  first()
  const leaveThird = await third
  second()
  const leaveFourth = await fourth
  expect(order).toEqual(['third', 'fourth'])
  for (const leave of [leaveThird, leaveFourth, other]) leave()
  ;(await share.take('a'))()
})

it('sends away who waited too long, and forgets them', async () => {
  const share = new FairShare(1, 20)
  const leave = await share.take('a')
  await expect(share.take('a')).rejects.toMatchObject({ code: 'unavailable' })
  leave()
  ;(await share.take('a'))()
})
