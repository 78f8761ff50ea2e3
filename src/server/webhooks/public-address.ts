import { BlockList, isIP } from 'node:net'

// Everything that is not a single host of the open internet: private nets, this machine, the link (and with it the
// metadata services of clouds), shared and reserved ranges, groups.
const inner = new BlockList()
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  inner.addSubnet(net, bits, 'ipv4')
for (const [net, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  inner.addSubnet(net, bits, 'ipv6')

// Of IPv6 only global unicast is open: so `::1`, `fc00::`, `fe80::`, `ff00::` and every way to write an IPv4 address in it
// (`::ffff:7f00:1`, `64:ff9b::…`) are not.
const global = new BlockList()
global.addSubnet('2000::', 3, 'ipv6')

/** Whether an address, as DNS answers it, is a host of the open internet. */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address)
  if (version === 4) return !inner.check(address, 'ipv4')
  return version === 6 && global.check(address, 'ipv6') && !inner.check(address, 'ipv6')
}
