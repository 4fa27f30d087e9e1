import { askJaeger } from '../testing/jaeger/ask-jaeger.js';
import { describeJaeger } from '../testing/jaeger/describe-jaeger.js';
import { createTestJaeger } from '../testing/test-doors.js';

describeJaeger('/jaeger over a store in memory', () => askJaeger(createTestJaeger().app));
