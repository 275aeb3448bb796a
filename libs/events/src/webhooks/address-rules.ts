import { BlockList, isIP } from 'node:net';

/** IPv4 networks that are not public: IANA's registry of special addresses, and the address of Azure's hosts, which only its machines reach. */
const NOT_PUBLIC: [string, number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['168.63.129.16', 32],
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
];

/** Of IPv6, only 2000::/3 is public, without these: protocols, documentation, 6to4. */
const PUBLIC_IPV6 = new BlockList();
PUBLIC_IPV6.addSubnet('2000::', 3, 'ipv6');
const NOT_PUBLIC_IPV6: [string, number][] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
];

const excluded = new BlockList();
for (const [network, bits] of NOT_PUBLIC) excluded.addSubnet(network, bits, 'ipv4');
for (const [network, bits] of NOT_PUBLIC_IPV6) excluded.addSubnet(network, bits, 'ipv6');

/** Whether an address is on the public internet. IPv4 addresses inside IPv6 ones are not. */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 4) return !excluded.check(address, 'ipv4');
  return isIP(address) === 6 && PUBLIC_IPV6.check(address, 'ipv6') && !excluded.check(address, 'ipv6');
}

/** Whether an address belongs to one of these networks. */
export const isAmong = (networks: BlockList, address: string): boolean =>
  networks.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
