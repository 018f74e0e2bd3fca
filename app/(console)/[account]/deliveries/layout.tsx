import { withWords } from '../../../page-words.tsx';

export default withWords('deliveries', 'resends', 'list', 'transactions', 'views');
