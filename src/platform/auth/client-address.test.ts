import { expect, it } from 'vitest'
import { addressKey } from './client-address.ts'

it('counts an IPv6 /64 network as one key and IPv4 addresses each', () => {
  expect(addressKey('203.0.113.9')).toBe('203.0.113.9')
  expect(addressKey('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2')
  expect(addressKey('2001:0db8:0001:2::1')).toBe('2001:db8:1:2')
  expect(addressKey('2001:db8::7')).toBe('2001:db8:0:0')
  expect(addressKey('::1')).toBe('0:0:0:0')
  expect(addressKey('fe80::1%eth0')).toBe('fe80:0:0:0')
})
