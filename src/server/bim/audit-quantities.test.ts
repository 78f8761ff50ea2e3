import { describe, expect, it } from 'vitest'
import { auditVolume } from './audit-quantities.ts'

const said = (canonical: string, si: string, source = 'qto') => ({
  dimension: 'volume',
  canonical,
  si,
  source,
})
const measured = (si: string) => said('volume', si, 'computed')

describe('declared against computed', () => {
  it('agrees to one per cent and is near to five', () => {
    const state = (declared: string, computed: string) =>
      auditVolume([said('net_volume', declared), measured(computed)])
    expect(state('2', '2.02')).toEqual({ state: 'agrees', declared: '2', computed: '2.02', off: '1.0' })
    expect(state('2', '1.95')).toMatchObject({ state: 'near', off: '-2.5' })
    expect(state('2', '3')).toMatchObject({ state: 'differs', off: '50.0' })
    expect(state('0', '3')).toMatchObject({ state: 'zero', off: null })
    expect(state('0', '0.0000001')).toMatchObject({ state: 'agrees' })
  })

  it('compares the net volume where there is one', () => {
    const kept = [said('gross_volume', '5'), said('net_volume', '4'), measured('4')]
    expect(auditVolume(kept)).toMatchObject({ state: 'agrees', declared: '4' })
    expect(auditVolume([said('gross_volume', '5'), measured('4')])).toMatchObject({ state: 'differs' })
  })

  it('tells of an area that is larger than the whole body', () => {
    const area = (si: string, more: object) => ({
      dimension: 'area',
      canonical: 'net_side_area',
      si,
      ...more,
    })
    const kept = (si: string) => [
      area(si, { source: 'qto', used: true }),
      area('67', { source: 'computed' }),
      measured('4'),
    ]
    expect(auditVolume(kept('31200000'))).toMatchObject({ state: 'oversize', computed: '4' })
    expect(auditVolume(kept('31.2'))).toMatchObject({ state: 'undeclared' })
  })

  it('tells what is missing on either side', () => {
    expect(auditVolume([measured('4')])).toMatchObject({ state: 'undeclared', declared: null })
    expect(auditVolume([said('net_volume', '4')])).toMatchObject({ state: 'unmeasured', computed: null })
    expect(auditVolume([measured('0')])).toBeNull()
    for (const nothing of [null, [], [{ dimension: 'area', canonical: 'net_area', si: '1', source: 'qto' }]])
      expect(auditVolume(nothing)).toBeNull()
  })
})
