import { askJaeger } from '../testing/jaeger/ask-jaeger.js';
import { describeJaeger } from '../testing/jaeger/describe-jaeger.js';
import { createTestJaeger } from '../testing/jaeger/test-jaeger.js';

describeJaeger('/jaeger over a store in memory', () => askJaeger(createTestJaeger().app));
