// SPDX-License-Identifier: Apache-2.0
import { Worse } from './Worse';

export function Component() {
  return <Worse days={30} />;
}
